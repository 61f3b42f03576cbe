// What a workflow reaches when it runs. Type imports are compiled away first, so that naming an
// activity's type does not count as reaching the database.
const { builtinModules } = require('node:module');

module.exports = {
  forbidden: [
    {
      name: 'workflows-reach-pure-code-only',
      severity: 'error',
      from: { path: '^workflows/' },
      to: {
        reachable: true,
        path: [
          `^(node:)?(${builtinModules.join('|')})$`,
          '^node_modules/(?!@temporalio/(workflow|common)/)',
          '^(activities|workers)/',
        ],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
