export default { extensions: ['ts'], files: ['test/**/*.test.ts', '!test/browser/**'], timeout: '2m' };
