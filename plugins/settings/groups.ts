// The settings in groups, as the page shows them.

interface Group {
    id: string;
    title: string;
    /** Names, or the start of names where it ends with _. */
    names: readonly string[];
}

/** The last one takes all that no other names. */
export const groups: readonly Group[] = [
    { id: 'mail', title: 'Email', names: ['SMTP_URL', 'MAIL_FROM'] },
    { id: 'organisation', title: 'Organisation', names: ['ORGANISATION', 'ORGANISATION_'] },
    { id: 'model', title: 'Language model', names: ['LLM_'] },
    { id: 'storage', title: 'Storage', names: ['STORAGE_'] },
    { id: 'backups', title: 'Backups', names: ['BACKUP_'] },
    {
        id: 'work',
        title: 'Sages, candidates and money',
        names: ['SAGE_ACCESS', 'BUILD_', 'SCREEN_', 'CURRENCY', 'COMMISSIONS_', 'DEMO_DATA', 'KEEP_']
    },
    {
        id: 'addresses',
        title: 'Addresses',
        names: [
            'HOST',
            'PORT',
            'BASE_URL',
            'REST_ROOT',
            'ADMIN_AREA',
            'ALLOW',
            'TRUSTED_',
            'CONNECTIONS_',
            'TIME_ZONE'
        ]
    },
    { id: 'limits', title: 'Limits', names: ['RATE_', 'HUMAN_', 'RECAPTCHA_', 'AVATAR_'] },
    { id: 'agents', title: 'Agents', names: ['TOKEN_', 'TRACE_', 'CMS_', 'JWT_TTL'] },
    { id: 'telemetry', title: 'OpenTelemetry', names: ['OTEL_'] },
    { id: 'process', title: 'Process and data', names: [''] }
];

/** The group of each setting. */
export const groupOf = (name: string) =>
    groups.find(({ names }) =>
        names.some(
            (begin) =>
                name === begin || ((begin === '' || /_$|^ALLOW$/.test(begin)) && name.startsWith(begin))
        )
    );
