export const wrap = 'mx-auto max-w-[1200px] px-5 md:px-10'
