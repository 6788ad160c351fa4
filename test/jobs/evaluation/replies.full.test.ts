// The largest responses that are read, of every odd form: they do not block the event loop.
import test from 'ava';
import { completionIn } from '../../../jobs/evaluation/model/completion.ts';
import { parseReply, quoteFinder } from '../../../jobs/evaluation/model/reply.ts';
import { faultOf } from '../../../jobs/evaluation/model/refusals.ts';
import { parsed } from '../../../jobs/evaluation/model/values.ts';
import { busy } from '../../support/runs/stretches.ts';

const size = 256 * 1024;
const filled = (part: string) => part.repeat(size / part.length);
const saying = (content: unknown) => JSON.stringify({ choices: [{ message: { content } }] });
const reply = (more: object) => JSON.stringify({ level: 'strong', quotes: ['a'], reason: '', ...more });

const bodies: Record<string, string> = {
    'deep lists': filled('['),
    'deep objects': filled('{"a":'),
    'deep content': `{"choices":[{"message":{"content":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}}]}`,
    'deep finish': `{"choices":[{"finish_reason":${'['.repeat(size / 2)}${']'.repeat(size / 2)},"message":{"content":"a"}}]}`,
    'many parts': saying(Array.from({ length: 7000 }, () => ({ type: 'text', text: 'a' }))),
    'many ends of thinking': saying(filled('</think>')),
    'one long thinking': saying(`<think>${filled('a ')}`),
    'open braces': saying(filled('{')),
    'a long reason': saying(`so: ${reply({ reason: filled('“') })}`),
    'many quotes': saying(reply({ quotes: Array.from({ length: 9 }, () => '“'.repeat(6000)) })),
    'words of a refusal': JSON.stringify({ error: filled('model is ') }),
    'white space': saying(filled(' '))
};

const messages = [{ role: 'user', content: 'I write it down. '.repeat(60_000) }] as const;
const answer = 'I write “it” down. '.repeat(1000);

for (const [name, text] of Object.entries(bodies)) {
    test.serial(`256 KiB are read in a short stretch: ${name}`, (t) => {
        const read = () => {
            const body = parsed(text);
            const completion = completionIn(body, { model: 'm', messages });
            faultOf({ status: 400, text });
            const found = parseReply(completion?.text ?? '', { answer, isAll: false });
            found?.quotes.map(quoteFinder(answer));
        };
        read(); // the code is compiled by then
        const began = busy();
        read();
        t.true(busy() - began < 50, `${busy() - began} ms`);
    });
}
