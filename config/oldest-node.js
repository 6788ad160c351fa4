// Loaded before all else: an older Node ends with one clear line.
import { isTooOld, oldest } from './node-version.js';

if (isTooOld) {
    console.error(
        `Sage Council needs Node ${oldest} or newer; this is Node ${process.versions.node}. "npm ci" brings one along, "npm ci --omit=dev" does not.`
    );
    process.exit(78);
}
