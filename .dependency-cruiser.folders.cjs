// Folders form no ring, type imports included. The files of src/ itself are left out: main.ts knows everything
// and everybody knows errors.ts, so each folder would be in a ring with src/.
const { options } = require('./.dependency-cruiser.cjs');

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
