// Reads text in pictures by tesseract.js, with the data of @tesseract.js-data/eng: nothing is fetched from elsewhere.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What reads the text of pictures. */
export interface PictureReader {
  /** @param png a picture */
  read(png: Buffer): Promise<string>;
  close(): Promise<void>;
}

/** What of tesseract.js is used. */
interface Ocr {
  createWorker(
    language: string,
    mode: undefined,
    options: { readonly langPath: string; readonly cacheMethod: 'none' },
  ): Promise<{
    recognize(png: Buffer): Promise<{ readonly data: { readonly text: string } }>;
    terminate(): Promise<unknown>;
  }>;
}

const OCR = 'tesseract.js';
const DATA = '@tesseract.js-data/eng';

/** Starts one. @throws Error without the packages */
export async function startPictureReader(): Promise<PictureReader> {
  const { createWorker } = ((await import(OCR)) as { readonly default: Ocr }).default;
  const data = dirname(createRequire(import.meta.url).resolve(`${DATA}/package.json`));
  const langPath = join(data, '4.0.0_best_int');
  const worker = await createWorker('eng', undefined, { langPath, cacheMethod: 'none' });
  return {
    read: async (png) => (await worker.recognize(png)).data.text,
    close: async () => void (await worker.terminate()),
  };
}
