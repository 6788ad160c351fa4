// Everything about one evaluator: `node bench/judgement/run.ts`.
import { evidenceEvaluator, readHere } from '../../../jobs/evaluation/evidence/index.ts';
import { showProgress } from '../table.ts';
import { measure } from './measure.ts';
import { reportOf } from './report.ts';

const evaluator = evidenceEvaluator(readHere);
const measured = await measure(evaluator, (share) => showProgress(evaluator.name, share));
process.stdout.write(`${reportOf(evaluator.name, measured)}\n`);
