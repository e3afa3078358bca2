// An empty module. It replaces modules that a library imports but the portal never uses (see vite.config.ts).
export default {}
