//! Each file looks at markdown from one side; what is compared is a sketch of the pieces.

mod block;
mod inline;
mod oracle;
mod properties;
mod sketch;
