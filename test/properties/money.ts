import assert from 'node:assert/strict';
import fc from 'fast-check';
import Joi from 'joi';
import { decimalOf, fromCents } from '../../db/sales/commissions.ts';
import { validated } from '../../plugins/surfaces/http/fields.ts';
import { amountIn } from '../../plugins/deals/form-body.ts';
import { money as schema } from '../../plugins/shared/money.ts';
import { property, textOf, unlessRefused } from './property.ts';

const body = Joi.object<{ amount: number }>({ amount: schema.required() });
const taken = (amount: unknown) => unlessRefused(() => validated(body, { amount }, { convert: true }).amount);

const cents = fc.nat({ max: 99_999_999_999 });

property(
    'cents are written as digits that are the same amount',
    fc.tuple(cents, fc.boolean()),
    ([amount, owed]) => {
        const signed = owed ? -amount : amount;
        assert.match(decimalOf(signed), /^-?\d+\.\d\d$/);
        assert.equal(Number(decimalOf(signed)), fromCents(signed) + 0);
    }
);

property('an amount typed in a form is the amount in JSON', cents, async (amount) => {
    const typed = amountIn(decimalOf(amount));
    assert.equal(await taken(typed), await taken(fromCents(amount)));
});

property(
    'an amount with a third decimal is refused',
    fc.tuple(cents, fc.integer({ min: 1, max: 9 })),
    async ([amount, third]) => {
        assert.equal(await taken(amountIn(`${decimalOf(amount)}${third}`)), undefined);
        assert.equal(await taken(Number(`${decimalOf(amount)}${third}`)), undefined);
    }
);

property(
    'whatever is typed as an amount is one of whole cents, or refused',
    textOf('0123456789.,-+e Ex', 14),
    async (typed) => {
        const amount = await taken(amountIn(typed));
        if (amount === undefined) return;
        assert(amount >= 0 && amount <= 1_000_000_000);
        assert.equal(fromCents(Math.round(amount * 100)), amount);
    }
);
