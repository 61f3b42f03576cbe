// What may import what; docs/architecture.md gives the reasons.
const FRONT_ENDS = 'http|openapi|mcp|smtp|imap|oauth';
const byValue = { dependencyTypesNot: ['type-only'] };

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true, viaOnly: byValue }),
    rule(
      'activities-know-no-front-end',
      '^activities/',
      `^(workers|workflows|test)/|^src/(${FRONT_ENDS}|operations)/`,
    ),
    rule(
      'src-knows-no-workflows',
      { path: '^src/', pathNot: '^src/main\\.ts$' },
      '^(workflows|activities|workers)/',
    ),
    rule(
      'temporal-behind-one-door',
      { path: '^src/', pathNot: '^src/temporal/' },
      { path: '^node_modules/@temporalio/' },
    ),
    rule(
      'koa-in-http-only',
      { path: '^src/', pathNot: '^src/http/' },
      { path: '^node_modules/(koa|@koa)', ...byValue },
    ),
    rule('operations-touch-no-storage', '/operations\\.ts$', {
      path: '/entities\\.ts$|^node_modules/typeorm',
      ...byValue,
    }),
    rule(
      'store-knows-no-resource',
      '^src/store/',
      `^src/(resources|${FRONT_ENDS}|composition|temporal)/`,
    ),
    rule(
      'live-knows-no-resource',
      '^src/live/',
      `^src/(resources|${FRONT_ENDS}|composition|temporal)/`,
    ),
    rule('operations-know-no-services', '^src/operations/', '^src/(resources|composition)/'),
    rule(
      'front-ends-call-execute',
      `^src/(${FRONT_ENDS})/`,
      '^src/operations/(authorize|parse-input|idempotency)\\.ts$',
    ),
    rule('front-ends-read-the-catalogue', '^src/(http|openapi)/', '^src/resources/'),
    rule('resources-meet-in-services', '^src/resources/([^/]+)/', {
      path: '^src/resources/([^/]+)/(service|operations)',
      pathNot: '^src/resources/$1/',
      ...byValue,
    }),
    rule('protocols-use-services', '^src/(smtp|imap|oauth)/', {
      path: '^src/operations/(?!limits)|^src/resources/.*/(entities|operations)',
      ...byValue,
    }),
    rule('entities-are-tables', '/entities\\.ts$', {
      path: '^(src|node_modules)/',
      pathNot: '/entities\\.ts$|^node_modules/typeorm',
      ...byValue,
    }),
    rule('mail-is-pure', '^src/mail/', '^src/(?!mail/)|^node_modules/(typeorm|pg|koa|@temporalio)'),
    rule('senders-are-verified-by-pure-code', '^src/(sender|dns)/', {
      path: '^src/(?!(sender|dns|mail)/)|^node_modules/(typeorm|pg|koa|@temporalio)',
    }),
    // What the machine and its operator name (Postgres, Temporal, DNS over HTTPS) goes other ways.
    rule(
      'users-addresses-by-egress',
      // The IMAP server is spoken to over TLS, and speaks to nobody.
      { path: '^(src|activities|workers)/', pathNot: '^src/(egress/|imap/server\\.ts$)' },
      { path: '^node_modules/undici/|^(node:)?(https|http2|tls)$', ...byValue },
    ),
    rule(
      'models-by-one-call',
      { path: '^(src|activities|workflows|workers)/', pathNot: '^src/models/call\\.ts$' },
      { path: '^node_modules/(ai|@ai-sdk|openai)/' },
    ),
    rule('models-know-no-resource', '^src/models/', '^src/(resources|composition|http|mcp)/'),
    rule('egress-knows-no-resource', '^src/egress/', {
      path: '^src/(?!(egress|dns|deadline\\.ts|errors\\.ts))|^node_modules/(typeorm|pg|koa|@temporalio)',
    }),
    rule('outbound-knows-no-resource', '^src/outbound/', {
      path: '^src/(?!(outbound|egress|dns|mail|deadline\\.ts|errors\\.ts|group-by\\.ts|log\\.ts|semaphore\\.ts))|^node_modules/(typeorm|pg|koa|@temporalio)',
    }),
    // It runs where the program runs that uses it.
    rule(
      'stdio-loads-no-server',
      '^src/mcp/stdio/',
      '^(?!src/mcp/stdio/|(node:)?(process|timers|util|readline))',
    ),
    rule('no-test-code-in-production', '^(src|workflows|activities|workers)/', '^(test|bench)/'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};

function rule(name, from, to) {
  const match = (side) => (typeof side === 'string' ? { path: side } : side);
  return { name, severity: 'error', from: match(from), to: match(to) };
}
