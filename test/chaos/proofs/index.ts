// Every proof there is, in the order of the list of promises.
import { proof as p1 } from './p01-no-acknowledged-action-is-lost.ts';
import { proof as p2 } from './p02-a-refund-counts-once.ts';
import { proof as p3 } from './p03-no-mail-is-lost.ts';
import { proof as p4 } from './p04-postgres-may-be-deleted.ts';
import { proof as p5 } from './p05-postgres-may-crash.ts';
import { proof as p11 } from './p11-graceful-stop.ts';
import { proof as p15 } from './p15-credits-cover-every-build.ts';
import { proof as p16 } from './p16-one-running-build.ts';
import { proof as p18 } from './p18-late-steps.ts';
import { proof as p20 } from './p20-soft-updates.ts';
import { proof as p21 } from './p21-context-and-history.ts';
import { proof as p22 } from './p22-a-reset-link-works-once.ts';
import { proof as p33 } from './p33-no-answer-tells-of-an-account.ts';
import { proof as p34 } from './p34-an-answer-gives-no-orders.ts';
import { proof as p40 } from './p40-either-node-may-die.ts';
import { proof as p41 } from './p41-a-frozen-node-ends-nothing.ts';
import { proof as p42 } from './p42-two-nodes-serve-as-one.ts';
import { proof as p43 } from './p43-looking-before-writing.ts';
import { proof as p44 } from './p44-the-database-may-go.ts';
import { proof as p45 } from './p45-a-move-there-and-back.ts';
import { proof as p46 } from './p46-a-rolling-restart.ts';
import type { Proof } from '../proof.ts';

export const proofs: readonly Proof[] = [
    p1,
    p2,
    p3,
    p4,
    p5,
    p11,
    p15,
    p16,
    p18,
    p20,
    p21,
    p22,
    p33,
    p34,
    p40,
    p41,
    p42,
    p43,
    p44,
    p45,
    p46
];
