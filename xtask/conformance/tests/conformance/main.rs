//! The checks against the reference bridge, and against bridges that do something wrong.

mod faults;
mod faulty;
mod room;
mod sockets;
