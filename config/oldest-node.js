// Loaded before all else: an older Node ends with one clear line.
import { isTooOld, oldest } from './node-version.js';

if (isTooOld) {
    console.error(
        `Sage Council requires Node ${oldest} or newer. You are running Node ${process.versions.node}. "npm ci" installs one, but not with --omit=dev, and not without its scripts (--ignore-scripts).`
    );
    process.exit(78);
}
