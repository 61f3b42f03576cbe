// Folders form no ring. Type imports do not count: they are compiled away first. The files of src/ itself
// are left out: main.ts knows everything and everybody knows errors.ts, so each folder would be in a ring
// with src/.
const { options } = require('./.dependency-cruiser.runtime.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '^src/[^/]+\\.ts$|^node_modules/' } },
};
