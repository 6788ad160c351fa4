// node test/browser/front-page.ts FOLDER: writes the pictures of the README from those that the tour has left in FOLDER.
import { join } from 'node:path';
import sharp from 'sharp';

const [, , folder = ''] = process.argv;
const docs = join(import.meta.dirname, '../../docs');
const firstScreen = { left: 0, top: 58, width: 1280, height: 742 }; // below the bar and its message

for (const scheme of ['light', 'dark'])
    await sharp(join(folder, `answers-judged-1280-${scheme}.png`))
        .extract(firstScreen)
        .png({ palette: true, colours: 64, effort: 10 })
        .toFile(join(docs, `review-${scheme}.png`));
