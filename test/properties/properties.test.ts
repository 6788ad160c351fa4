// What is true of every parser of ours, tried with sixty values each: the same with every run, so that what fails is
// what was changed. CASES=100000 SEED=7 tries others.
import './accept.ts';
import './addresses.ts';
import './dates.ts';
import './forms.ts';
import './imports.ts';
import './invitations.ts';
import './json.ts';
import './money.ts';
import './multipart.ts';
import './prompts.ts';
import './quotes.ts';
import './storage-keys.ts';
