//! Texts put together.
//!
//! The standard library can do it too, in two passes that look at each length beforehand. It is compiled for every kind of text, and
//! would be the largest function of its that the download has.

/// Texts in a row.
pub trait Joined {
    /// The texts as one, with the separator between them.
    fn joined(&self, separator: &str) -> String;
}

impl<T: AsRef<str>> Joined for [T] {
    fn joined(&self, separator: &str) -> String {
        let mut all = String::new();
        for (index, text) in self.iter().enumerate() {
            if index > 0 {
                all.push_str(separator);
            }
            all.push_str(text.as_ref());
        }
        all
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::Joined;

    #[test]
    fn texts_are_joined_as_the_standard_library_joins_them() {
        for texts in [&[][..], &[""], &["a"], &["a", "", "é"], &["", ""]] {
            for separator in ["", ", "] {
                assert_eq!(texts.joined(separator), texts.join(separator));
            }
        }
    }
}
