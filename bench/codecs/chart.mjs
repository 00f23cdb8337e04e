export const chartOf = () => '';
