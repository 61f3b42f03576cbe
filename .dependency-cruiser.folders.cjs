// Folders form no ring. Type imports do not count: they are compiled away first. The files of src/ itself
// are left out: main.ts knows everything and everybody knows errors.ts, so each folder would be in a ring
// with src/.
const { options } = require('./.dependency-cruiser.runtime.cjs');

// Until the constants of src/temporal that workflows use stand in a folder below both.
const NOT_YET = '^(workflows|src/temporal)$';

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: NOT_YET },
      to: { circular: true, pathNot: NOT_YET },
    },
  ],
  options: { ...options, exclude: { path: '^src/[^/]+\\.ts$|^node_modules/' } },
};
