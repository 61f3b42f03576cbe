import { isKey, objectIn, textField, type ApiRequest, type ApiProvider } from './api.js';

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/;

/** Amazon SES by its API of version 2, which takes the mail as it is. */
export const ses: ApiProvider = {
  missing({ username, password, region }) {
    if (!isKey(username) || !password)
      return 'username and password are needed: the access key and its secret';
    return REGION.test(region ?? '') ? null : 'region is needed';
  },
  base: ({ region }) => `https://email.${region}.amazonaws.com`,
  post,
  idIn: (answer) => textField(objectIn(answer), 'MessageId'),
  textIn(answer) {
    const body = objectIn(answer);
    const kind = (answer.headers['x-amzn-errortype'] ?? '').split(':', 1)[0] ?? '';
    const message = textField(body, 'message') ?? textField(body, 'Message') ?? '';
    return [kind, message].filter(Boolean).join(': ');
  },
  takesHiddenOnly: true,
};

async function post({ settings, base, mail, parts, exchange }: ApiRequest): Promise<void> {
  const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
  const client = new SESv2Client({
    region: settings.region ?? '',
    endpoint: base,
    credentials: {
      accessKeyId: settings.username ?? '',
      secretAccessKey: settings.password ?? '',
    },
    maxAttempts: 1,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    requestHandler: {
      metadata: { handlerProtocol: 'http/1.1' },
      async handle(request: AwsRequest) {
        const { status, headers, text } = await exchange.request({
          url: `${request.protocol}//${request.hostname}${portOf(request)}${request.path}`,
          method: request.method,
          headers: request.headers,
          body: request.body ?? '',
        });
        return { response: { statusCode: status, headers, body: Buffer.from(text) } };
      },
    } as never,
  });
  const addresses = (mailboxes: readonly { readonly address: string }[]) =>
    mailboxes.map(({ address }) => address);
  const command = new SendEmailCommand({
    ...(mail.envelopeFrom !== '' && { FromEmailAddress: mail.envelopeFrom }),
    Destination: {
      ToAddresses: addresses(parts.to),
      CcAddresses: addresses(parts.cc),
      BccAddresses: [...parts.bcc],
    },
    Content: { Raw: { Data: mail.raw } },
  });
  try {
    await client.send(command);
  } finally {
    client.destroy();
  }
}

interface AwsRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const portOf = ({ port }: AwsRequest) => (port === undefined ? '' : `:${port}`);
