/** A program as it registers, and addresses it then has browsers sent to. */
export interface ProgramFixture {
  readonly program: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly redirects: readonly string[];
}

/** What well-known programs send to a registration endpoint. */
export const PROGRAMS: readonly ProgramFixture[] = [
  {
    program: 'Cursor',
    metadata: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: 'inbox:read email:read mcp:tools',
    },
    redirects: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
  },
  {
    program: 'VS Code',
    metadata: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    redirects: ['http://127.0.0.1:49213/', 'https://vscode.dev/redirect'],
  },
  {
    program: 'claude.ai',
    metadata: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    redirects: ['https://claude.ai/api/mcp/auth_callback'],
  },
  {
    program: 'ChatGPT',
    metadata: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  {
    program: 'Claude Code',
    metadata: {
      client_name: 'Claude Code (restante)',
      redirect_uris: ['http://localhost:54545/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['http://localhost:61023/callback', 'http://localhost:54545/callback'],
  },
];

/** The document Claude Code names itself by: addresses on loopback without a port. */
export const CLAUDE_CODE_DOCUMENT = {
  client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
  client_name: 'Claude Code',
  client_uri: 'https://claude.ai',
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};
