/** Keys of the embedded backend. They guard nothing but demo data on this machine, so they may be constants. */
export const PUBLISHABLE_KEY = 'sb_publishable_guildhall-embedded-backend'
export const SECRET_KEY = 'sb_secret_guildhall-embedded-backend'
export const JWT_SECRET = 'guildhall-embedded-backend-signs-its-sessions-with-this'
export const DATABASE_PASSWORD = 'postgres'
