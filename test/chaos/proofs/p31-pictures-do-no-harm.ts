// P31: hostile and welcome pictures are uploaded to a real server, several at once; what it shows then is looked at.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createUser } from '../../../db/accounts/users.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { type HttpClient, login, paths } from '../../support/clients/client.ts';
import { hostileFiles } from '../../pictures/hostile.ts';
import { plain } from '../../pictures/plain.ts';
import { secret, welcomePictures } from '../../pictures/welcome.ts';
import { type Installation, openInstallation, withoutQueue } from '../installation.ts';
import { highest, none, type Proof, type Trial, without } from '../proof.ts';

const people = 4;
const mostMemory = 150;
const leastFiles = 200;

/** Has the C library give back what is freed, which it would keep for later: counted is what pictures need. */
const returned = { MALLOC_MMAP_THRESHOLD_: '131072' };

export const proof: Proof = {
    name: 'P31',
    promise: 'What is uploaded as a picture never runs, gives nothing away and exhausts no memory.',
    rounds: { short: 1, long: 20 },
    async run(trial) {
        await using installation = await openInstallation({ env: { ...withoutQueue, ...returned } });
        const ids = await join(installation);
        await installation.start();
        const uploaders = await Promise.all(ids.map((id, i) => openUploader(installation.url, id, i)));
        return await uploadAll(installation, uploaders, trial);
    },
    sabotages: [
        without('encoding the picture again', {
            file: 'plugins/accounts/profile/picture.ts',
            find: "return image.rotate().resize(shown, shown, { fit: 'cover' }).webp().toBuffer().catch(refuse);",
            replace: 'return bytes;'
        }),
        without('looking at the size before it is unpacked', {
            file: 'plugins/accounts/profile/picture.ts',
            find: '    assertFits(metadata);\n'
        }),
        without('one picture at a time', {
            file: 'plugins/accounts/profile/picture.ts',
            find: 'const limit = pLimit(1);',
            replace: 'const limit = pLimit(16);'
        })
    ]
};

const password = 'a secret that is long enough';
const nameOf = (i: number) => `person-${i}`;

async function join({ withStore }: Installation) {
    const passwordHash = await hashPassword(password);
    return withStore(async (store) => {
        const ids: number[] = [];
        for (let i = 0; i < people; i += 1) {
            const user = {
                login: nameOf(i),
                email: `${i}@example.test`,
                role: 'sage_author',
                passwordHash
            } as const;
            ids.push((await store.write((tx) => createUser(tx, user, Date.now()))).id);
        }
        return ids;
    });
}

type Uploader = Awaited<ReturnType<typeof openUploader>>;

async function openUploader(url: string, id: number, i: number) {
    const client = await login(url, { login: nameOf(i), password });
    return {
        /** Returns the status. The name and the type that the client sends have no effect. */
        send: (bytes: Buffer) => sendTo(url, client, { id, bytes }),
        shown: async () => {
            const response = await fetch(`${url}/avatars/${id}`, { headers: { cookie: client.cookie } });
            return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
        }
    };
}

async function sendTo(url: string, { cookie, nonces }: HttpClient, upload: { id: number; bytes: Buffer }) {
    const action = 'svc_update_profile';
    const form = new FormData();
    form.set('action', action);
    form.set('nonce', nonces['svc_frontend_nonce'] ?? '');
    form.set('user_id', String(upload.id));
    const picture = new File([new Uint8Array(upload.bytes)], 'me.html', { type: 'text/html' });
    form.set('avatar_upload', picture);
    const address = `${url}${paths.ajax}?action=${action}&nonce=`;
    const response = await fetch(address, { method: 'POST', headers: { cookie }, body: form });
    await response.arrayBuffer();
    return response.status;
}

interface Found {
    files: number;
    taken: string[];
    refused: string[];
    changed: string[];
    harmful: string[];
}

async function uploadAll(installation: Installation, uploaders: Uploader[], { rounds, report }: Trial) {
    const files = [...(await namedAs('hostile')), ...(await namedAs('welcome'))];
    const found: Found = { files: 0, taken: [], refused: [], changed: [], harmful: [] };
    for (const picture of Object.values(await plain()))
        for (const uploader of uploaders) await uploader.send(picture); // loads the libraries
    const memory = watchMemory(installation.pid());
    for (let round = 0; round < rounds; round += 1) {
        const left = files.toSorted(() => Math.random() - 0.5);
        await Promise.all(
            uploaders.map(async (uploader) => {
                for (let file = left.pop(); file; file = left.pop()) await tryFile(uploader, file, found);
            })
        );
        report(round + 1, rounds);
    }
    const most = memory.end();
    return [
        { count: files.length, of: 'files', atLeast: leastFiles },
        { count: found.files, of: 'uploads', atLeast: rounds * leastFiles },
        noneOf('hostile ones taken', found.taken),
        noneOf('welcome ones refused', found.refused),
        noneOf('pictures changed by one that was refused', found.changed),
        noneOf('shown with more than their pixels', found.harmful),
        highest('MiB more memory', Math.round(most), mostMemory),
        none('servers that ended', installation.isUp() ? 0 : 1)
    ];
}

const noneOf = (what: string, names: readonly string[]) =>
    none(names.length > 0 ? `${what} (${names.slice(0, 3).join(', ')})` : what, names.length);

interface PictureFile {
    kind: 'hostile' | 'welcome';
    name: string;
    bytes: Buffer;
}

async function namedAs(kind: PictureFile['kind']): Promise<PictureFile[]> {
    const pictures = await (kind === 'hostile' ? hostileFiles() : welcomePictures());
    return pictures.map((picture) => ({ kind, ...picture }));
}

async function tryFile(uploader: Uploader, { kind, name, bytes }: PictureFile, found: Found) {
    const before = await uploader.shown();
    const status = await uploader.send(bytes);
    const after = await uploader.shown();
    found.files += 1;
    const isTaken = status === 200;
    if (isTaken && kind === 'hostile') found.taken.push(name);
    if (!isTaken && kind === 'welcome') found.refused.push(`${name}: ${status}`);
    if (!isTaken && !after.bytes.equals(before.bytes)) found.changed.push(name);
    if (!(await isHarmless(after))) found.harmful.push(name);
}

/** Whether a browser has to take it as an image, and whether it is nothing but 256 x 256 pixels. */
async function isHarmless({ headers, bytes }: Awaited<ReturnType<Uploader['shown']>>) {
    const policy = headers.get('content-security-policy') ?? '';
    const isData =
        headers.get('content-type') === 'image/webp' &&
        headers.get('x-content-type-options') === 'nosniff' &&
        policy.includes("default-src 'none'");
    const picture = await sharp(bytes)
        .metadata()
        .catch(() => undefined);
    const isPlain = picture?.format === 'webp' && picture.width === 256 && picture.height === 256;
    const extra = [picture?.pages, picture?.exif, picture?.icc, picture?.xmp, picture?.iptc];
    const tells = extra.some((part) => part !== undefined);
    const isAll = bytes.readUInt32LE(4) + 8 === bytes.length;
    return isData && isPlain && !tells && isAll && !bytes.includes(secret) && !bytes.includes('<script');
}

const pageSize = 4096;

/** Of a process, every few milliseconds. Answers at its end by how many MiB it was more than at its beginning. */
function watchMemory(pid: number) {
    const resident = () =>
        (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageSize) / 2 ** 20;
    const before = resident();
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, resident())), 2);
    return {
        end: () => {
            clearInterval(watching);
            return most - before;
        }
    };
}
