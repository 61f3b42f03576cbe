import { createHmac } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { equalSecrets, type Authenticator } from '../auth/authenticate.js';
import { grantable, OAUTH_SCOPES, oauthScopesIn } from '../auth/scopes.js';
import { invalid } from '../errors.js';
import { readForm } from '../form.js';
import { newId } from '../ids.js';
import type { OAuthCall } from './call.js';
import { consentPage, keyPage, PAGE_HEADERS, problemPage, type RequestingClient } from './page.js';
import { SCOPE_WORDS } from './scope-words.js';
import { shownName } from './shown-name.js';
import { pathOfSignIn } from './sign-in-path.js';
import type { KeyHolder, OAuthStorage } from './storage.js';

interface SignInDeps {
  readonly storage: OAuthStorage;
  readonly authenticator: Authenticator;
  /** Keys what shows that a form is of a page of ours. */
  readonly formKey: Buffer;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
/** A request for a page, on its way through oidc-provider's application. */
type SignInContext = Pick<
  KoaContextWithOIDC,
  'req' | 'res' | 'method' | 'path' | 'set' | 'redirect'
> & {
  status: number;
  body: unknown;
  readonly state: OAuthCall;
};

/** The pages on which a person shows a key, and then allows or denies what a program asks for. */
export class SignInPages {
  constructor(
    private readonly provider: Provider,
    private readonly deps: SignInDeps,
  ) {}

  /** Answers a request for a page. @throws AppError 503 */
  async answer(ctx: SignInContext): Promise<void> {
    ctx.set(PAGE_HEADERS);
    const interaction = await this.find(ctx);
    if (!interaction) return show(ctx, 400, problemPage(EXPIRED));
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return this.ask(ctx, interaction);
    const form = await readForm(ctx.req);
    if (!this.isOurs(ctx, interaction, form)) return show(ctx, 403, problemPage(FOREIGN));
    const keyId = keyOf(interaction);
    if (keyId === null) return this.takeKey(ctx, interaction, form);
    return form.get('decision') === 'allow'
      ? this.allow(ctx, interaction, keyId)
      : this.finish(ctx, { error: 'access_denied', error_description: 'access was denied' });
  }

  /** The sign-in that the cookie and the path name. */
  private async find({ req, res, path }: SignInContext): Promise<Interaction | null> {
    const found = await this.provider.interactionDetails(req, res).catch(asMissing);
    return found && pathOfSignIn(found.jti) === path ? found : null;
  }

  private async ask(ctx: SignInContext, interaction: Interaction, problem?: string): Promise<void> {
    const client = await this.clientOf(interaction);
    const keyId = keyOf(interaction);
    const holder = keyId === null ? null : await this.deps.storage.holderOf(keyId);
    const csrf = this.csrfOf(interaction);
    if (!holder) return show(ctx, problem ? 401 : 200, keyPage(client, csrf, problem ?? null));
    const scopes = grantable(scopesOf(interaction), holder.scopes).map(wordsOf);
    return show(ctx, 200, consentPage({ client, ...holder, scopes, csrf }));
  }

  private async takeKey(ctx: SignInContext, interaction: Interaction, form: URLSearchParams) {
    const headers = { 'x-api-key': form.get('api_key')?.trim() ?? '' };
    const caller = await this.deps.authenticator.identify(headers, ctx.state.address);
    if (caller?.principal.kind !== 'key') return this.ask(ctx, interaction, WRONG_KEY);
    const asked = scopesOf(interaction);
    if (grantable(asked, caller.scopes).length === 0)
      return this.ask(ctx, interaction, `This key can grant nothing of ${asked.join(', ')}.`);
    const login = { accountId: caller.principal.id };
    await this.provider.interactionResult(ctx.req, ctx.res, { login });
    leave(ctx, ctx.path);
  }

  private async allow(ctx: SignInContext, interaction: Interaction, keyId: string): Promise<void> {
    const holder = await this.deps.storage.holderOf(keyId);
    if (!holder) return show(ctx, 400, problemPage('The API key was revoked.'));
    const grantId = await this.grant(interaction, keyId, holder);
    const login = { accountId: keyId, remember: false };
    return this.finish(ctx, { login, consent: { grantId } });
  }

  /** What is granted was shown on the page: what is asked for, as far as the key has it. */
  private async grant(interaction: Interaction, keyId: string, { scopes }: KeyHolder) {
    const { clientId, resources } = askedBy(interaction);
    const { Grant } = this.provider;
    const grant = new Grant({ accountId: keyId, clientId });
    grant.jti = newId('grant');
    const granted = grantable(scopesOf(interaction), scopes).join(' ');
    for (const resource of resources) grant.addResourceScope(resource, granted);
    if (resources.length === 0) grant.addOIDCScope(granted);
    const id = await grant.save();
    await this.deps.storage.nameGrant(id, clientId, (await this.clientOf(interaction)).name);
    return id;
  }

  private async finish(ctx: SignInContext, result: Parameters<Provider['interactionResult']>[2]) {
    const { req, res } = ctx;
    const options = { mergeWithLastSubmission: false };
    leave(ctx, await this.provider.interactionResult(req, res, result, options));
  }

  private async clientOf(interaction: Interaction): Promise<RequestingClient> {
    const { clientId, redirectUri } = askedBy(interaction);
    const client = await this.provider.Client.find(clientId);
    if (!client) throw invalid('The program is not registered any more');
    return { name: shownName(client.clientName), redirectUri };
  }

  /** Shows that a form was sent from the page that this browser was shown, for the key it then had. */
  private csrfOf(interaction: Interaction): string {
    const about = `sign-in ${interaction.jti} ${keyOf(interaction) ?? ''}`;
    return createHmac('sha256', this.deps.formKey).update(about).digest('base64url');
  }

  private isOurs({ req }: SignInContext, interaction: Interaction, form: URLSearchParams): boolean {
    const { origin } = req.headers;
    // Whoever is no browser sends none; every browser does with a form.
    if (origin !== undefined && origin !== this.provider.issuer) return false;
    return equalSecrets(form.get('csrf') ?? '', this.csrfOf(interaction));
  }
}

const EXPIRED = 'This sign-in has expired, was finished before, or was begun in another browser.';
const FOREIGN = 'The form did not come from this page.';
const WRONG_KEY = 'This is not a valid API key.';

const keyOf = ({ result }: Interaction) => result?.login?.accountId ?? null;
const wordsOf = (scope: string) => SCOPE_WORDS[scope] ?? scope;
const scopesOf = ({ params }: Interaction) =>
  typeof params['scope'] === 'string' ? oauthScopesIn(params['scope']) : OAUTH_SCOPES;

function askedBy({ params }: Interaction) {
  const { client_id: clientId, redirect_uri: redirectUri, resource = [] } = params;
  return {
    clientId: String(clientId),
    redirectUri: String(redirectUri),
    resources: (Array.isArray(resource) ? resource : [resource]) as readonly string[],
  };
}

/** What is not there, or not any more, is a page; storage that is away is not. */
function asMissing(error: unknown): null {
  if ((error as { name?: string }).name === 'SessionNotFound') return null;
  throw error;
}

function show(ctx: SignInContext, status: number, body: string): void {
  ctx.status = status;
  ctx.body = body;
}

/** Nobody learns from where the browser comes. */
function leave(ctx: SignInContext, path: string): void {
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.redirect(path);
  ctx.status = 303;
}
