export const notAdmin = 'You are no longer an admin.'
