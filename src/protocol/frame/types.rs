//! How the types of frames are declared: with their names, so that no type can be without one.

/// An enum of frame types. Each type of the first block stands there with its name on the wire; those of the second block
/// have no name of their own. The enum, the names and the list that is searched by name come from this one declaration.
macro_rules! frame_types {
    (
        $(#[$doc:meta])*
        $visibility:vis enum $Type:ident {
            $($(#[$named_doc:meta])* $Named:ident = $name:literal,)*
        }
        $($(#[$nameless_doc:meta])* $Nameless:ident,)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $Type {
            $(#[doc = concat!("`", $name, "`")] $(#[$named_doc])* $Named,)*
            $($(#[$nameless_doc])* $Nameless,)*
        }

        impl $Type {
            /// The types that have a name.
            pub(in crate::protocol) const NAMED: &[$Type] = &[$($Type::$Named),*];

            /// The name of frames of this type; empty if the type has none of its own.
            pub(in crate::protocol) fn name(self) -> &'static str {
                match self {
                    $($Type::$Named => $name,)*
                    $($Type::$Nameless => "",)*
                }
            }

            /// The type with this name.
            pub(in crate::protocol::frame) fn named(name: &str) -> Option<$Type> {
                $Type::NAMED.iter().copied().find(|known| known.name() == name)
            }
        }
    };
}
pub(super) use frame_types;
