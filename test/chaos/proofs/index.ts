// Every proof there is, in the order of the list of promises.
import { proof as p1 } from './p01-no-acknowledged-action-is-lost.ts';
import { proof as p2 } from './p02-a-refund-counts-once.ts';
import { proof as p3 } from './p03-no-mail-is-lost.ts';
import { proof as p4 } from './p04-postgres-may-be-deleted.ts';
import { proof as p5 } from './p05-postgres-may-crash.ts';
import { proof as p6 } from './p06-actions-do-not-need-postgres.ts';
import { proof as p7 } from './p07-no-half-action.ts';
import { proof as p10 } from './p10-one-process-for-a-folder.ts';
import { proof as p11 } from './p11-graceful-stop.ts';
import { proof as p12 } from './p12-a-long-step-at-a-stop.ts';
import { proof as p13 } from './p13-the-disk-may-be-full.ts';
import { proof as p14 } from './p14-nobody-hears-of-a-busy-store.ts';
import { proof as p15 } from './p15-credits-cover-every-build.ts';
import { proof as p16 } from './p16-one-running-build.ts';
import { proof as p17 } from './p17-every-build-ends-once.ts';
import { proof as p18 } from './p18-late-steps.ts';
import { proof as p19 } from './p19-parallel-toggles.ts';
import { proof as p20 } from './p20-soft-updates.ts';
import { proof as p21 } from './p21-context-and-history.ts';
import { proof as p22 } from './p22-a-reset-link-works-once.ts';
import { proof as p23 } from './p23-changes-by-link-alone.ts';
import { proof as p24 } from './p24-a-backup-can-be-lived-on.ts';
import { proof as p25 } from './p25-an-upgrade-is-whole-or-nothing.ts';
import { proof as p26 } from './p26-the-clock-jumps.ts';
import { proof as p27 } from './p27-hostile-requests.ts';
import { proof as p28 } from './p28-no-secret-is-told.ts';
import { proof as p29 } from './p29-every-route-has-its-rule.ts';
import { proof as p30 } from './p30-no-call-goes-inside.ts';
import { proof as p31 } from './p31-pictures-do-no-harm.ts';
import { proof as p32 } from './p32-stored-html-never-runs.ts';
import { proof as p33 } from './p33-no-answer-tells-of-an-account.ts';
import { proof as p34 } from './p34-an-answer-gives-no-orders.ts';
import { proof as p35 } from './p35-nothing-grows.ts';
import { proof as p40 } from './p40-either-node-may-die.ts';
import { proof as p41 } from './p41-a-frozen-node-ends-nothing.ts';
import { proof as p42 } from './p42-two-nodes-serve-as-one.ts';
import { proof as p43 } from './p43-looking-before-writing.ts';
import { proof as p44 } from './p44-the-database-may-go.ts';
import { proof as p45 } from './p45-a-move-there-and-back.ts';
import { proof as p46 } from './p46-a-rolling-restart.ts';
import { proof as p50 } from './p50-a-faulty-judge-is-stopped.ts';
import { proof as p51 } from './p51-a-licence-is-no-luck.ts';
import type { Proof } from '../proof.ts';

export const proofs: readonly Proof[] = [
    p1,
    p2,
    p3,
    p4,
    p5,
    p6,
    p7,
    p10,
    p11,
    p12,
    p13,
    p14,
    p15,
    p16,
    p17,
    p18,
    p19,
    p20,
    p21,
    p22,
    p23,
    p24,
    p25,
    p26,
    p27,
    p28,
    p29,
    p30,
    p31,
    p32,
    p33,
    p34,
    p35,
    p40,
    p41,
    p42,
    p43,
    p44,
    p45,
    p46,
    p50,
    p51
];
