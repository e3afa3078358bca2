// The headers on every answer (threats T24, T56): nothing from elsewhere, nothing inline, no frames, no referrer.
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** `https`: the portal is reached over TLS, so browsers may be told to stay there. */
export const securityHeaders = (https: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'require-trusted-types-for': ["'script'"],
    },
  },
  // threats T14: reset and activation links must not travel to anybody as a referrer.
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // On plain http a browser ignores it, and on localhost it would bind every other project there.
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  xFrameOptions: { action: 'deny' },
})
