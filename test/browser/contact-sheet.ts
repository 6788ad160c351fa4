// All pictures of a run on one page, with those of the same page in one row: index.html in the folder of the pictures.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const style = `body{font:14px system-ui;margin:16px;background:#888}h2{margin:24px 0 8px}
div{display:flex;gap:8px;align-items:flex-start;overflow-x:auto}img{max-height:640px;border:1px solid #444}`;

/** `name-360-light.png` is of the page `name`. */
const pageOf = (file: string) => file.replace(/-\d+-(light|dark)\.png$|\.png$/, '');

export function writeContactSheet(folder: string) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.png'));
    const groups = Map.groupBy(files.sort(), pageOf);
    const rows = Array.from(groups, ([name, of]) => {
        const images = of.map(
            (file) => `<img loading="lazy" src="${encodeURIComponent(file)}" alt="${file}">`
        );
        return `<h2>${name}</h2><div>${images.join('')}</div>`;
    });
    const title = `${groups.size} pages, ${files.length} pictures`;
    const file = join(folder, 'index.html');
    writeFileSync(
        file,
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>${rows.join('\n')}`
    );
    return file;
}
