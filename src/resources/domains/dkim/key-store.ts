/** The column that a private key is sealed for; the id is its label. */
export const DKIM_KEY = 'sealed_private_key';
