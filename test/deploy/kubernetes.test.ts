// The manifests for Kubernetes, without a cluster: they are held against the image, the settings, the routes and the manual.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, settingNames } from '../../config/index.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');
const { version } = JSON.parse(read('package.json')) as { version: string };
const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { stop_grace_period: string; volumes: string[] }>;
};

interface Probe {
    httpGet: { path: string; port: string };
    periodSeconds: number;
    failureThreshold?: number;
}

interface Container {
    image: string;
    args?: string[];
    env?: { name: string; valueFrom: { secretKeyRef: { name: string; key: string; optional?: boolean } } }[];
    envFrom: { configMapRef?: { name: string }; secretRef?: { name: string; optional?: boolean } }[];
    ports?: { name: string; containerPort: number }[];
    resources: { requests: object; limits: { memory: string } };
    securityContext: object;
    volumeMounts: { name: string; mountPath: string }[];
    startupProbe: Probe;
    livenessProbe: Probe;
    readinessProbe: Probe;
}

interface PodSpec {
    terminationGracePeriodSeconds: number;
    enableServiceLinks: boolean;
    automountServiceAccountToken: boolean;
    securityContext: object;
    containers: [Container];
    volumes: { name: string; emptyDir?: object; persistentVolumeClaim?: { claimName: string } }[];
}

interface Thing {
    kind: string;
    metadata: { name: string; labels?: object };
    data?: Record<string, string>;
    // oxlint-disable-next-line typescript/no-explicit-any -- each kind has another, and is looked at below
    spec?: any;
}

const thingsIn = (name: string) =>
    parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((document) => document.toJS() as Thing);

const flavours = {
    'one-node': thingsIn('one-node'),
    'several-nodes': thingsIn('several-nodes')
};

const only = (things: readonly Thing[], kind: string) => {
    const [one, ...others] = things.filter((thing) => thing.kind === kind);
    if (!one || others.length > 0) throw new Error(`not one ${kind}`);
    return one;
};

const workloadOf = (things: readonly Thing[]) =>
    only(things, things.some(({ kind }) => kind === 'Deployment') ? 'Deployment' : 'StatefulSet');

const atRest = only(thingsIn('at-rest'), 'Pod').spec as PodSpec;
const served = Object.values(flavours).map((things) => workloadOf(things).spec.template.spec as PodSpec);

const ofImage = Object.fromEntries(
    Array.from(dockerfile.matchAll(/^ENV (.+)$/gm), ([, pairs = '']) =>
        pairs.split(' ').map((pair) => pair.split('=') as [string, string])
    ).flat()
);

const secrets = Object.fromEntries(
    ['CHALLENGE', 'JWT', 'LINKS', 'NONCE', 'POSTGRES'].map((name) => [`${name}_SECRET`, name.repeat(40)])
);

test('every variable in the manifests is a setting, and the program accepts their values', (t) => {
    for (const [name, things] of Object.entries(flavours)) {
        const { data = {} } = only(things, 'ConfigMap');
        const [{ env = [] }] = (workloadOf(things).spec.template.spec as PodSpec).containers;
        for (const setting of [...Object.keys(data), ...env.map(({ name }) => name)])
            t.true(settingNames.includes(setting), `${setting} in ${name}`);
        const given = env.length > 0 ? { ...secrets, DATABASE_URL: 'postgres://council:x@db/council' } : {};
        const config = loadConfig({ ...ofImage, ...data, ...given });
        t.like(config, { secure: true, host: '0.0.0.0', dataDir: '/data' });
        t.deepEqual(config.trustedProxies, ['10.244.0.10/32'], 'one address is believed, and no network');
        t.is(config.database?.sharesStorage, env.length > 0 ? true : undefined);
    }
});

test('pods run as the user of the image, without rights, and write only to its folder and /tmp', (t) => {
    t.regex(dockerfile, /^USER node$/m);
    for (const spec of [...served, atRest]) {
        const user = 1000; // of `node` in the image of Node
        t.deepEqual(spec.securityContext, {
            runAsNonRoot: true,
            runAsUser: user,
            runAsGroup: user,
            fsGroup: user,
            fsGroupChangePolicy: 'OnRootMismatch',
            seccompProfile: { type: 'RuntimeDefault' }
        });
        t.false(spec.automountServiceAccountToken || spec.enableServiceLinks);
        const [container] = spec.containers;
        t.deepEqual(container.securityContext, {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] }
        });
        t.is(container.image, `registry.example.org/sage-council:${version}`);
        const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
        t.true(paths.includes('/tmp') && paths.includes(ofImage['DATA_DIR'] ?? ''));
        t.deepEqual(
            container.volumeMounts
                .map(({ name }) => name)
                .filter((name) => name !== 'data')
                .toSorted(),
            spec.volumes
                .map(({ name }) => name)
                .filter((name) => name !== 'data')
                .toSorted()
        );
    }
});

test('probes use existing routes on the port of the image, and the stop time is that of compose', async (t) => {
    const { server } = await createTestApp(t);
    const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);
    t.is(loadConfig({}).port, port);
    const grace = Number.parseInt(compose.services['sage-council']?.stop_grace_period ?? '', 10);
    for (const { containers, terminationGracePeriodSeconds } of served) {
        const [{ ports, startupProbe, livenessProbe, readinessProbe }] = containers;
        t.deepEqual(ports, [{ name: 'http', containerPort: port }]);
        t.deepEqual(
            [startupProbe, livenessProbe].map(({ httpGet }) => httpGet.path),
            ['/healthz', '/healthz']
        );
        t.is(readinessProbe.httpGet.path, '/readyz');
        for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
            t.is(httpGet.port, 'http');
            t.is((await server.inject(httpGet.path)).statusCode, 200);
        }
        t.true(
            terminationGracePeriodSeconds >= grace && grace > 13,
            'docs/operate/upgrade.md: 13 seconds at most'
        );
    }
});

test('a service, an ingress and a budget find the pods, and claims what they are mounted for', (t) => {
    for (const things of Object.values(flavours)) {
        const { metadata, spec } = workloadOf(things);
        const { labels } = spec.template.metadata as { labels: object };
        const service = only(things, 'Service');
        t.deepEqual(
            [spec.selector.matchLabels, service.spec.selector, metadata.labels],
            [labels, labels, labels]
        );
        t.is(service.spec.ports[0].targetPort, 'http');
        for (const { spec } of things.filter(({ kind }) => kind === 'PodDisruptionBudget'))
            t.deepEqual(spec.selector.matchLabels, labels);
        const [{ envFrom }] = spec.template.spec.containers as [Container];
        t.is(envFrom[0]?.configMapRef?.name, only(things, 'ConfigMap').metadata.name);
        const [{ backend }] = only(thingsIn('ingress'), 'Ingress').spec.rules[0].http.paths;
        t.deepEqual(backend.service, {
            name: service.metadata.name,
            port: { name: service.spec.ports[0].name }
        });
    }
});

test('one node is one pod that is ended before the next one starts, on a volume that stays', (t) => {
    const { spec } = workloadOf(flavours['one-node']);
    t.is(spec.replicas, 1);
    const [claim] = spec.volumeClaimTemplates;
    t.is(claim.metadata.name, 'data');
    t.is(
        atRest.volumes[0]?.persistentVolumeClaim?.claimName,
        `data-${workloadOf(flavours['one-node']).metadata.name}-0`
    );
});

test('nodes are replaced one by one, share the volumes of compose, and require their database', (t) => {
    const things = flavours['several-nodes'];
    const { spec } = workloadOf(things);
    t.true(spec.replicas > 1);
    t.deepEqual(spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 });
    const pod = spec.template.spec as PodSpec;
    const [{ env, envFrom, volumeMounts, readinessProbe }] = pod.containers;
    t.is(env?.[0]?.name, 'DATABASE_URL');
    t.falsy(env?.[0]?.valueFrom.secretKeyRef.optional);
    t.falsy(envFrom[1]?.secretRef?.optional, 'the five secrets');
    t.true(
        readinessProbe.periodSeconds * (readinessProbe.failureThreshold ?? 3) < 3,
        'before the port closes'
    );
    const claims = things.filter(({ kind }) => kind === 'PersistentVolumeClaim');
    const shared = pod.volumes.flatMap(({ name, persistentVolumeClaim: claim }) => {
        if (!claim) return [];
        const { spec } = claims.find(({ metadata }) => metadata.name === claim.claimName) ?? {};
        t.deepEqual(spec?.accessModes, ['ReadWriteMany']);
        return volumeMounts
            .filter((mount) => mount.name === name)
            .map(({ mountPath }) => `${name}:${mountPath}`);
    });
    t.deepEqual(
        shared,
        compose.services['node-a']?.volumes.filter((volume) => !volume.startsWith('data-'))
    );
});
