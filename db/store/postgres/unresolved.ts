// Why a database cannot be reached, in words: a host that does not resolve, most often because a password was put into the address as it
// is, or a certificate that is not trusted.

export const encoding = 'Percent-encode special characters of the password: @ is %40, / is %2F, # is %23.';

/** Whether a connection failed because its host does not resolve. */
export const isUnresolved = (error: unknown) => (error as { syscall?: string }).syscall === 'getaddrinfo';

/** What to do where the certificate of a database is not trusted; undefined after any other failure. */
export const certificateAdvice = ({ code = '' }: { code?: string }) =>
    /CERT|LEAF_SIGNATURE/.test(code)
        ? 'Add sslrootcert=FILE with the certificate of its authority to the address, or uselibpqcompat=true&sslmode=require to encrypt without checking who answers.'
        : undefined;

/** A / ? or # of the password ends what is taken for user, password and host: then the host may be a part of the password. */
const isCutOff = (url: string) => /^[^/]*\/\/[^/?#]*[/?#].*@/s.test(url);

/** One line on why the database of DATABASE_URL cannot be reached. It holds nothing that can be a part of the password. */
export function unreachableLine(url: string, error: unknown) {
    const { code = 'no response', hostname = '' } = error as { code?: string; hostname?: string };
    const line = `Cannot connect to the database of DATABASE_URL (${code})`;
    if (isCutOff(url)) return `${line}. ${encoding}`;
    return isUnresolved(error) ? `${line}: the host ${hostname} does not resolve. ${encoding}` : `${line}.`;
}
