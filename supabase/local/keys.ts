/** In every build that talks to the embedded backend, so it is no secret. */
export const PUBLISHABLE_KEY = 'sb_publishable_guildhall-embedded-backend'
// Public, like this file: only an ephemeral backend uses them (secrets.ts).
export const SECRET_KEY = 'sb_secret_guildhall-embedded-backend'
export const JWT_SECRET = 'guildhall-embedded-backend-signs-its-sessions-with-this'
