export const composeRaw = async (_message: unknown): Promise<Buffer> => Buffer.alloc(0);
