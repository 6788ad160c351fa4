// All plugins: first the surfaces, which the features need, then each feature.
import { accounts } from './accounts/index.ts';
import { agents } from './agents/index.ts';
import { builds } from './builds/index.ts';
import { deals } from './deals/index.ts';
import { gold } from './gold/index.ts';
import { intake } from './intake/index.ts';
import { operations } from './operations/index.ts';
import { sages } from './sages/index.ts';
import { screens } from './screens/index.ts';
import { search } from './search.ts';
import { settings } from './settings/index.ts';
import { splash } from './splash/index.ts';
import { startPage } from './start/index.ts';
import { support } from './support/index.ts';
import { surfaces } from './surfaces/index.ts';

export const plugins = [
    ...surfaces,
    accounts,
    agents,
    builds,
    deals,
    gold,
    intake,
    operations,
    sages,
    screens,
    search,
    settings,
    splash,
    startPage,
    support
];
