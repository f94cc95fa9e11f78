//! redis-server, for the tests of several bridges over one store. Nothing else needs it: where it cannot be installed, the set-up
//! says so and those tests check nothing.

use super::package_manager;
use crate::failure::Result;
use crate::process;
use crate::workspace::Workspace;

/// redis-server is here, from the system's packages if need be.
pub(super) fn ensure(workspace: &Workspace) -> Result<String> {
    if workspace.program("redis-server").is_none() && !package_manager::install_redis(workspace) {
        return Ok("missing: several bridges over one store are not tested; install redis-server".into());
    }
    let version = process::capture(workspace.command("redis-server", &["--version"])).unwrap_or_default();
    let version = version.split_whitespace().find_map(|word| word.strip_prefix("v="));
    Ok(version.unwrap_or("of unknown version").to_owned())
}
