// Stands for modules that a library names but the portal never reaches (see vite.config.ts).
export default {}
