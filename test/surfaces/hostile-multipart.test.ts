// Multipart bodies that are made to keep the parser busy.
import test, { type ExecutionContext } from 'ava';
import type { Refusal } from '../../db/store/refusal.ts';
import { readMultipart } from '../../plugins/surfaces/http/bodies/parsing.ts';

const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
const head = '--b\r\ncontent-disposition: form-data; name="a"; filename="x"';
const form = (parts: number, headers = '') => `${`${head}${headers}\r\n\r\n1\r\n`.repeat(parts)}--b--\r\n`;

/** How often the parser was called while this form was refused; undefined where it was read. */
async function parsedWhileRefused(t: ExecutionContext, text: string, as = type('b')) {
    const { formData } = Response.prototype;
    let calls = 0;
    const value = function counted(this: Response) {
        calls += 1;
        return formData.call(this);
    };
    Object.defineProperty(Response.prototype, 'formData', { value, configurable: true });
    try {
        await readMultipart(Buffer.from(text), as);
        return undefined;
    } catch (error) {
        t.is((error as Refusal).reason, 'invalid_field');
        return calls;
    } finally {
        Object.defineProperty(Response.prototype, 'formData', { value: formData, configurable: true });
    }
}

test.serial(
    'a form of more parts, or longer headers, than are read is refused before it is parsed [70]',
    async (t) => {
        const headers = '\r\nx: y'.repeat(3000);
        for (const text of [form(1000), form(1, headers), `${head}${headers}--b--\r\n`])
            t.is(await parsedWhileRefused(t, text), 0);
        t.is(await parsedWhileRefused(t, form(1, '\r\nx: y'.repeat(1000))), undefined);
    }
);

test.serial('the boundary by which parts are counted is the one by which they are parsed', async (t) => {
    const many = form(1000);
    for (const as of ['"b"', 'b; charset=utf-8', 'b ;x=y', '"\\b"', 'b b', '"b'])
        t.is(await parsedWhileRefused(t, many, type(as)), 0, as);
    t.is(await parsedWhileRefused(t, form(1), type('"b"')), undefined);
    // The parser would take the last one of this header.
    const hidden = 'multipart/form-data; charset="; boundary=other; x="; boundary=b';
    t.is(await parsedWhileRefused(t, form(1), hidden), 1);
});
