// Loaded before the server: its wall clock is off by the value in the file CLOCK_FILE, which it reads again at SIGUSR2.
import { readFileSync } from 'node:fs';

const { CLOCK_FILE = '' } = process.env;
const Ordinary = Date;
let by = read();

process.on('SIGUSR2', () => {
    by = read();
});

globalThis.Date = class extends Ordinary {
    constructor(...parts) {
        if (parts.length === 0) super(Ordinary.now() + by);
        else super(...parts);
    }

    static now() {
        return Ordinary.now() + by;
    }
};

function read() {
    return Number(readFileSync(CLOCK_FILE, 'utf8'));
}
