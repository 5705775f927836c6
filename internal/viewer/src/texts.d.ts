// Files that the bundler takes in as texts.

declare module "*.yaml" {
  const text: string;
  export default text;
}
