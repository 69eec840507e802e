import type { Properties } from "../../provider/lifecycle/inputs";
import type { ResourceClassName } from "../../provider/text/class-names";
import { asDynamicUrn } from "../../provider/text/type-token";
import { tagOf } from "../../sdk/tag";
import { Managed, type Options, type Process, type World } from "../provider/lifecycle/world";

/** A resource of a program with the tag that the SDK gives it, so that the names of its keys are the real ones. */
export class StackResource extends Managed {
  constructor(
    world: World,
    className: ResourceClassName,
    name: string,
    /** The stack, and the logical names that the option `aliases` names. */
    readonly placed: { stack?: string; aliases?: readonly string[] } = {},
  ) {
    super(world, className, name);
  }

  override get urn(): string {
    return this.urnOf(this.name);
  }

  private urnOf(name: string): string {
    const { stack = "prod" } = this.placed;
    return `urn:pulumi:${stack}::project::${this.world.form.typeToken(this.className)}::${name}`;
  }

  private tagOf(name: string): string {
    return tagOf("", asDynamicUrn(this.urnOf(name)));
  }

  /** `<logical name>-<tag>-` of the names that are made for it. */
  get prefix(): string {
    return `${this.name}-${this.tagOf(this.name)}-`;
  }

  override news(args: object, options: Options = {}): Properties {
    const inputs = super.news(args, options);
    const former = (this.placed.aliases ?? []).map((name) => ({ name, tag: this.tagOf(name) }));
    const resource = { ...(inputs.__resource as Properties), tag: this.tagOf(this.name) };
    return { ...inputs, __resource: former.length === 0 ? resource : { ...resource, former } };
  }

  /** `pulumi up --replace` asks for no diff: it checks with the old inputs and without, creates, and deletes what was there. */
  async replaceUnasked(args: object, { host, text }: Process = this.world.start()): Promise<string> {
    const news = this.news(args);
    const old = this.state!;
    for (const olds of [old.inputs, {}]) {
      const { failures } = await host.check(this.urn, olds, news);
      if (failures.length > 0) throw new Error(failures.join("\n"));
    }
    this.state = { inputs: news, ...(await host.create(this.urn, news)) };
    await host.delete(this.urn, old.id, old.outputs);
    return text();
  }
}
