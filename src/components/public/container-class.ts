export const containerClass = 'mx-auto max-w-[1200px] px-5 md:px-10'
