// The security headers of every response: no foreign or inline content, no frames, no referrer, no device access.
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** `isHttps`: true if the portal is reached over TLS, so that browsers can be told to always use TLS. */
export const securityHeaders = (isHttps: boolean): FastifyHelmetOptions => ({
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
      // The portal's own policy and the policy of the HTML sanitiser. No script can create another policy.
      'trusted-types': ['default', 'dompurify'],
    },
  },
  // Reset and activation links must not be sent as a referrer.
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Browsers ignore this header over plain http. On localhost it would force https on every other project there.
  // Subdomains are included, so that no one can set cookies for this name from an unencrypted subdomain.
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  xFrameOptions: { action: 'deny' },
})

/** The browser features that pages can use. */
const allowedFeatures = [
  'clipboard-read',
  'clipboard-write',
  'publickey-credentials-create',
  'publickey-credentials-get',
] as const
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const

/** The Permissions-Policy header, which Helmet does not write. */
export const permissionsPolicy = [
  ...allowedFeatures.map((feature) => `${feature}=(self)`),
  ...deniedFeatures.map((feature) => `${feature}=()`),
].join(', ')
