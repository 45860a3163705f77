export const logoChanged = 'Email branding logo URL has been updated'
export const emailLogoChanged = 'Emails use this logo'

export const logoFailure = 'The logo could not be changed.'
export const emailLogoFailure = 'The logo in emails could not be changed.'
export const emailLogoUncertain = 'The logo was changed, but emails may still show the previous one.'
