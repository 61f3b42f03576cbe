/** Every request from another address, where the service trusts it: a file makes more than one may a minute. */
export const anywhere = () => {
  const part = () => Math.floor(Math.random() * 256);
  return { 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` };
};

/** How an API is started that believes it. */
export const BELIEVING = { config: { trustedProxies: ['127.0.0.1'] } };
