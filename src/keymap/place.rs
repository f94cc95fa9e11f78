//! Where in the dialog the focus is.

/// Where the focus is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the title, or on nothing in particular in the dialog.
    Title,
    /// On the radio button or check box of the option with this index.
    Option(usize),
    /// On the radio button or check box of "Other".
    Other,
    /// In the text field of "Other", which is also the field of a question without options.
    OtherField,
    /// In the text field of the note.
    NoteField,
    /// On a field of a form with this index: on it as a whole, or on one of its radio buttons and check boxes.
    Field(usize),
    /// In the text of the form's field with this index.
    FieldText(usize),
    /// On the chip of the question with this index, in the stepper.
    Step(usize),
    /// On a button or a link, which does something of its own on Enter.
    Button,
    /// On something that scrolls with the arrow keys.
    Scroller,
    /// On the bar to which the dialog was minimized.
    Bar,
}

impl Place {
    /// Whether keys write text here.
    pub fn is_text(self) -> bool {
        match self {
            Place::OtherField | Place::NoteField | Place::FieldText(_) => true,
            Place::Title
            | Place::Option(_)
            | Place::Other
            | Place::Field(_)
            | Place::Step(_)
            | Place::Button
            | Place::Scroller
            | Place::Bar => false,
        }
    }

    /// The place as a number, for where only numbers can be stored.
    pub fn to_code(self) -> usize {
        let (kind, index) = match self {
            Place::Title => (0, 0),
            Place::Option(index) => (1, index),
            Place::Other => (2, 0),
            Place::OtherField => (3, 0),
            Place::NoteField => (4, 0),
            Place::Step(index) => (5, index),
            Place::Button => (6, 0),
            Place::Scroller => (7, 0),
            Place::Bar => (8, 0),
            Place::Field(index) => (9, index),
            Place::FieldText(index) => (10, index),
        };
        index * KINDS_OF_PLACE + kind
    }

    /// The place of a number that [`Place::to_code`] made.
    pub fn from_code(code: usize) -> Place {
        let index = code / KINDS_OF_PLACE;
        match code % KINDS_OF_PLACE {
            1 => Place::Option(index),
            2 => Place::Other,
            3 => Place::OtherField,
            4 => Place::NoteField,
            5 => Place::Step(index),
            6 => Place::Button,
            7 => Place::Scroller,
            8 => Place::Bar,
            9 => Place::Field(index),
            10 => Place::FieldText(index),
            _ => Place::Title,
        }
    }
}

/// How many variants [`Place`] has.
const KINDS_OF_PLACE: usize = 11;
