import world from './world.js';
export const { io, busy } = world;
