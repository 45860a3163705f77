// Known to everyone, like those of the official CLI's stack: the data is a demo's.
export const PUBLISHABLE_KEY = 'sb_publishable_guildhall-embedded-backend'
export const SECRET_KEY = 'sb_secret_guildhall-embedded-backend'
export const JWT_SECRET = 'guildhall-embedded-backend-signs-its-sessions-with-this'
