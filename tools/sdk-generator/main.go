// Command sdk-generator writes the SDKs of the provider plugin from its schema, with Pulumi's own generators.
//
//	sdk-generator -schema provider.v1.json -language python -out sdks/python
//
// It writes into an empty or missing folder. The file names that it wrote go to standard output, one on each line.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"github.com/blang/semver"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// tool is named in the first lines of each generated file.
const tool = "npm run sdks"

type generator func(pkg *schema.Package) (map[string][]byte, error)

var generators = map[string]generator{
	"go": func(pkg *schema.Package) (map[string][]byte, error) {
		return golang.GeneratePackage(tool, pkg, nil)
	},
	"nodejs": func(pkg *schema.Package) (map[string][]byte, error) {
		return nodejs.GeneratePackage(tool, pkg, nil, nil, false, noPackages{})
	},
	"python": func(pkg *schema.Package) (map[string][]byte, error) {
		files, err := python.GeneratePackage(tool, pkg, nil, noPackages{})
		if err == nil {
			// pyproject.toml names this page beside itself; the generator writes it beside the modules.
			files["README.md"] = files["pulumi_payments/README.md"]
			delete(files, "pulumi_payments/README.md")
		}
		return files, err
	},
}

func main() {
	schemaFile := flag.String("schema", "", "file of the schema")
	language := flag.String("language", "", "go, nodejs or python")
	out := flag.String("out", "", "folder to write to; must be empty or missing")
	flag.Parse()
	if err := generate(*schemaFile, *language, *out); err != nil {
		fmt.Fprintf(os.Stderr, "generating the %s SDK: %v\n", *language, err)
		os.Exit(1)
	}
}

func generate(schemaFile, language, out string) error {
	generateFiles, known := generators[language]
	if !known {
		return fmt.Errorf("there is no generator for %q", language)
	}
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return fmt.Errorf("%s: %w", schemaFile, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, noPackages{}, schema.ValidationOptions{})
	if err != nil {
		return err
	}
	if diagnostics.HasErrors() {
		return diagnostics
	}
	files, err := generateFiles(pkg)
	if err != nil {
		return err
	}
	return write(files, out)
}

func write(files map[string][]byte, out string) error {
	entries, err := os.ReadDir(out)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty", out)
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, files[name], 0o644); err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}

// noPackages is a loader for a schema that refers to no other package.
type noPackages struct{}

func (noPackages) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	return nil, refused(name)
}

func (noPackages) LoadPackageV2(_ context.Context, descriptor *schema.PackageDescriptor) (*schema.Package, error) {
	return nil, refused(descriptor.Name)
}

func (noPackages) LoadPackageReference(name string, _ *semver.Version) (schema.PackageReference, error) {
	return nil, refused(name)
}

func (noPackages) LoadPackageReferenceV2(
	_ context.Context, descriptor *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return nil, refused(descriptor.Name)
}

func refused(name string) error {
	return fmt.Errorf("the schema refers to the package %q, which this generator cannot load", name)
}
