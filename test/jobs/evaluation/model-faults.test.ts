// A model server that fails, refuses or replies what it should not.
import test from 'ava';
import { EvaluatorFault } from '../../../jobs/evaluation/faults.ts';
import { parseReply } from '../../../jobs/evaluation/model/reply.ts';
import { refuse } from '../../doubles/model-server.ts';
import { evaluatorOf, find, input, never, strong } from '../../support/fixtures/model-judge.ts';

test('after one failed call the other calls for the same answers are not made', async (t) => {
    const { model, server } = await evaluatorOf(t, (_, response) => refuse(response, 401));
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`c${index}`, 'a']));
    await t.throwsAsync(model.find(input(many), never), { instanceOf: EvaluatorFault });
    const calls = server.calls.length;
    t.true(calls <= 4, `${calls} calls`);
});

test('a server that refuses one long answer still gets the schema for other answers', async (t) => {
    const { model, server } = await evaluatorOf(t, ({ before }, response) =>
        before === 0
            ? refuse(response, 400, { message: 'maximum context length exceeded', param: 'messages' })
            : strong('a')
    );
    const error = await t.throwsAsync(find(model, { handover: 'a' }), { instanceOf: EvaluatorFault });
    t.is(error?.code, 'too_long');
    t.is((await find(model, { handover: 'a' }))?.level, 'strong');
    t.like(server.calls.at(-1)?.body['response_format'], { type: 'json_schema' });
});

test('calls side by side each leave out only what was refused', async (t) => {
    const { model, server } = await evaluatorOf(t, ({ body }, response) => {
        const { type } = body['response_format'] as { type: string };
        return type === 'json_schema' ? refuse(response, 400, { param: 'response_format' }) : strong('a');
    });
    const found = await model.find(input({ one: 'a', two: 'a', three: 'a', four: 'a' }), never);
    t.deepEqual(
        found.map(({ level }) => level),
        ['strong', 'strong', 'strong', 'strong']
    );
    t.like(server.calls.at(-1)?.body['response_format'], { type: 'json_object' });
});

test('a response without a reply is a fault of the server, not a finding', async (t) => {
    const { model } = await evaluatorOf(
        t,
        (_, response) =>
            void response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":{"code":502}}')
    );
    const error = await t.throwsAsync(find(model, { handover: 'a' }), { instanceOf: EvaluatorFault });
    t.is(error?.code, 'server_error');
});

test('a reply in a fence is read, and an unclosed fence is refused quickly', (t) => {
    const reply = JSON.stringify(strong('a'));
    const around = { answer: 'a', isAll: true };
    t.deepEqual(parseReply(`\`\`\`json\n${reply}\n\`\`\``, around), strong('a') as never);
    t.is(parseReply(`\`\`\`json\n${'\n'.repeat(60_000)}`, around), undefined);
    t.is(parseReply(JSON.stringify({ ...strong('a'), quotes: Array(11).fill('a') })), undefined);
});
