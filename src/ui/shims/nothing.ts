// An empty module in place of modules that a library names but the portal never uses (see vite.config.ts).
export default {}
